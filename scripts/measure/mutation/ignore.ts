import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

interface AstNode {
  type: string
  callee?: AstNode
  key?: AstNode
  id?: AstNode
  name?: string
}
type AstPath = { node: AstNode; parentPath?: AstPath | null }

export const NAME = 'texts-for-operators'

export function reasonToIgnore({ node, parentPath }: AstPath): string | undefined {
  if (node.type === 'CallExpression' && node.callee?.name === 'log')
    return 'the fields of a log line; tests of the logs check that they hold nothing about visitors'
  if (node.type === 'CallExpression' && /^(malformed|tooBig)$/.test(node.callee?.name ?? ''))
    return 'the cause of a Failure, which only logs contain'
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
    shouldIgnore: (path) => reasonToIgnore(path as AstPath),
  }),
]
