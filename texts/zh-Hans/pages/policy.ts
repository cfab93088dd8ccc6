import type { texts as english } from '../../en/pages/policy.ts'
import type { In } from '../../shape.ts'

export const texts: In<'zh-Hans', typeof english> = {
  privacy: { title: '隐私政策', lead: '{name} 保留什么、保留多久，以及绝不保留什么。' },
  terms: { title: '服务条款', lead: '使用 {name} 的规则，尽可能简短。' },
  dmca: {
    title: 'DMCA 政策',
    lead: '怎样报告侵犯版权、怎样回应报告，以及每一步需要多久。请写信到 <dmcaMail>{dmcaEmail}</dmcaMail>。',
  },
  changed: '最后修改于 {day}',
}
