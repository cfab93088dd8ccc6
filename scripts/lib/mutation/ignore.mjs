import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

// A plug-in with rules for code that StrykerJS must not change. Each rule has a reason, which appears in the
// report.

/**
 * The fields of a Babel node that this plug-in reads.
 * @typedef {object} AstNode
 * @property {string} type
 * @property {AstNode} [callee]
 * @property {AstNode} [key]
 * @property {AstNode} [id]
 * @property {string} [name]
 */
/** @typedef {{ node: AstNode, parentPath?: AstPath | null }} AstPath */

export const NAME = 'texts-for-operators'

/**
 * Returns the reason why StrykerJS must not change a node of the syntax tree and its children; undefined if
 * it may change them.
 * @param {AstPath} path
 * @returns {string | undefined}
 */
export function reasonToIgnore({ node, parentPath }) {
  if (node.type === 'CallExpression' && node.callee?.name === 'log')
    return 'the fields of a log line; tests of the logs check that they hold nothing about visitors'
  if (node.type === 'NewExpression' && /^(Type|Range)?Error$/.test(node.callee?.name ?? ''))
    return 'the message of an internal error, which only operators read'
  if (node.type === 'VariableDeclarator' && /^(samples|counterSamples)$/.test(node.id?.name ?? ''))
    return 'sample links of a platform, which only tests read'
  const isCause = node.type === 'ObjectProperty' && ['cause', 'detail'].includes(node.key?.name ?? '')
  if (isCause && parentPath?.parentPath?.node.callee?.name === 'Failure')
    return 'the cause of a Failure, which only logs contain'
  return undefined
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, NAME, {
    shouldIgnore: (path) => reasonToIgnore(/** @type {AstPath} */ (path)),
  }),
]
