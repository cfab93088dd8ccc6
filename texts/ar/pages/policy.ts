import type { texts as english } from '../../en/pages/policy.ts'
import type { In } from '../../shape.ts'

export const texts: In<'ar', typeof english> = {
  privacy: { title: 'سياسة الخصوصية', lead: 'ما يحتفظ به {name}، وإلى متى، وما لا يحتفظ به أبدًا.' },
  terms: { title: 'شروط الخدمة', lead: 'قواعد استخدام {name}، بأقصر ما يمكن.' },
  dmca: {
    title: 'سياسة DMCA',
    lead: 'كيف تبلغ عن انتهاك حقوق النشر، وكيف ترد على بلاغ، وكم تستغرق كل خطوة. اكتب إلى <dmcaMail>{dmcaEmail}</dmcaMail>.',
  },
  changed: 'آخر تعديل في {day}',
}
