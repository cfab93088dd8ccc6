import type { texts as english } from '../../en/pages/status.ts'
import type { In } from '../../shape.ts'

export const texts: In<'zh-Hans', typeof english> = {
  title: '运行状态',
  lead: '这里现在哪些能用，根据最近一小时的链接统计。',
  asOf: '截至 UTC {time}。',
  faults: {
    down: '处理已暂停，目前无法读取任何链接。',
    merges: '目前合并文件失败多于成功。在平台上本来就完整的文件仍可保存。',
    day: '今天的处理量已用完。UTC 00:00 之后会再次合并文件；在平台上本来就完整的文件仍可保存。',
  },
  columns: { platform: '平台', state: '状态', time: '通常用时' },
  since: '自 UTC {time} 起',
  otherSites: '其他网站',
  states: {
    works: '正常',
    limited: '受限',
    refused: '被拒绝',
    unreachable: '无法连接',
    unknown: '暂无消息',
  },
  meaning: '这些词的意思',
  meanings: {
    works: '最近一小时读取过链接。',
    limited: '平台拒绝了我们的部分请求，或者最近的链接有一半以上失败。',
    refused: '平台拒绝我们所有的服务器。服务器会用我们自己的链接再次尝试。',
    unreachable: '我们的服务器都连不上这个平台。',
    unknown: '最近一小时没有读取过这个平台的链接，也没有发现问题。',
  },
}
