import type { texts as english } from '../en/offline.ts'
import type { In } from '../shape.ts'

export const texts: In<'ar', typeof english> = {
  title: 'أنت غير متصل',
  text: 'تأتي الصفحات والصيغ والملفات من الإنترنت، ولا يستطيع هذا الجهاز الوصول إليها. تحقق من اتصالك ثم حاول مرة أخرى.',
  again: 'حاول مجددًا',
}
