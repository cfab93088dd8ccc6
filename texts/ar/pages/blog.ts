import type { texts as english } from '../../en/pages/blog.ts'
import type { In } from '../../shape.ts'

export const texts: In<'ar', typeof english> = {
  title: 'المدونة',
  lead: 'مقالات واضحة عن حفظ الوسائط: كيف تعمل الصيغ، وماذا يقول القانون، وماذا تتوقع من كل منصة.',
  read: 'اقرأ المقال كاملًا',
  here: 'اقرأ المقال هنا',
  tags: 'الوسوم',
  like: 'إعجاب',
  likes: {
    zero: 'إعجاب، {n}',
    one: 'إعجاب، {n}',
    two: 'إعجاب، {n}',
    few: 'إعجاب، {n}',
    many: 'إعجاب، {n}',
    other: 'إعجاب، {n}',
  },
  share: 'مشاركة',
  copied: 'نُسخ الرابط إلى الحافظة!',
  copyFailed: 'تعذر نسخ الرابط.',
  explore: 'موضوعات أخرى',
  topics: {
    formats: { title: 'صيغ الفيديو', text: 'الحاويات والترميزات وما يعمل وأين.' },
    legal: { title: 'أدلة قانونية', text: 'حقوق النشر والاستخدام العادل والتراخيص.' },
    platforms: { title: 'المنصات', text: 'ماذا تتوقع من كل منصة.' },
    tips: { title: 'نصائح الجودة', text: 'قريبًا' },
  },
  askTips: 'نصائح الجودة في دليل صيغ الفيديو. هل تود قراءته؟',
  yes: 'نعم',
  no: 'لا',
  back: 'عودة إلى المدونة',
  backToAll: 'عودة إلى كل المقالات',
  related: 'مقالات ذات صلة',
}
