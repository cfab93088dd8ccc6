import { useBrand } from '../page-data.ts'

/** The home page. */
export function HomePage() {
  const { branding } = useBrand()
  return (
    <main id="main" className="wrap">
      <h1>{branding.slogan}</h1>
      <p>{branding.tagline}</p>
    </main>
  )
}
