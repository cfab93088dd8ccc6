import type { texts as english } from '../en/recent.ts'
import type { In } from '../shape.ts'

export const texts: In<'ar', typeof english> = {
  title: 'التنزيلات الأخيرة',
  keep: 'الاحتفاظ بقائمة آخر 10 تنزيلات لي. تبقى في هذا المتصفح ولا نراها.',
  nothing: 'لا شيء بعد.',
  again: 'الحصول عليه مجددًا',
  againNamed: ': {title}، في علامة تبويب جديدة',
  clear: 'مسح القائمة',
}
