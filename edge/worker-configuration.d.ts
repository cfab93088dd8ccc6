/* eslint-disable */
// Generated: `wrangler types edge/worker-configuration.d.ts --include-runtime=false --strict-vars=false --env-file .dev.vars.example`
interface __BaseEnv_Env {
	LINKS: KVNamespace;
	BRANDS: KVNamespace;
	FILES: R2Bucket;
	EXTRACT_LIMIT: RateLimit;
	MERGE_LIMIT: RateLimit;
	PROXY_LIMIT: RateLimit;
	SHORTEN_LIMIT: RateLimit;
	ASSETS: Fetcher;
	ENVIRONMENT: string;
	FILE_RETENTION_SECONDS: string;
	MERGER_ORIGIN: string;
	ATTACHED_HOSTS: string;
	MERGERS: string;
	RATE_FACTOR: string;
	GRANT_KEYS: string;
	MERGER: DurableObjectNamespace<import("./worker").Merger>;
	TASKS: DurableObjectNamespace<import("./worker").MergeTask>;
	EXTRACTIONS: DurableObjectNamespace<import("./worker").Extraction>;
}
declare namespace Cloudflare {
	interface GlobalProps {
		mainModule: typeof import("./worker");
		durableNamespaces: "Merger" | "MergeTask" | "Extraction";
	}
	interface Env extends __BaseEnv_Env {}
}
interface Env extends __BaseEnv_Env {}
type StringifyValues<EnvType extends Record<string, unknown>> = {
	[Binding in keyof EnvType]: EnvType[Binding] extends string ? EnvType[Binding] : string;
};
declare namespace NodeJS {
	interface ProcessEnv extends StringifyValues<Pick<Cloudflare.Env, "ENVIRONMENT" | "FILE_RETENTION_SECONDS" | "MERGER_ORIGIN" | "ATTACHED_HOSTS" | "MERGERS" | "RATE_FACTOR" | "GRANT_KEYS">> {}
}
declare module "*.txt" {
	const value: string;
	export default value;
}
declare module "*.html" {
	const value: string;
	export default value;
}
declare module "*.sql" {
	const value: string;
	export default value;
}
declare module "*.bin" {
	const value: ArrayBuffer;
	export default value;
}
declare module "*.wasm" {
	const value: WebAssembly.Module;
	export default value;
}
declare module "*.wasm?module" {
	const value: WebAssembly.Module;
	export default value;
}