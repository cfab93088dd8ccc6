import type { texts as english } from '../../en/pages/policy.ts'
import type { In } from '../../shape.ts'

export const texts: In<'ja', typeof english> = {
  privacy: { title: 'プライバシーポリシー', lead: '{name} が保存するもの、その期間、決して保存しないもの。' },
  terms: { title: '利用規約', lead: '{name} の利用規則を、できるだけ短く。' },
  dmca: {
    title: 'DMCA ポリシー',
    lead: '著作権侵害の知らせ方、知らせへの回答方法、各手順にかかる期間。宛先は <dmcaMail>{dmcaEmail}</dmcaMail> です。',
  },
  changed: '最終更新：{day}',
}
