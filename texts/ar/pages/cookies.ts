import type { texts as english } from '../../en/pages/cookies.ts'
import type { In } from '../../shape.ts'

export const texts: In<'ar', typeof english> = {
  title: 'إعدادات ملفات الارتباط',
  lead: 'اختر ما يمكن تخزينه غير الضروري. يعمل التنزيل بالطريقة نفسها في الحالتين.',
  acceptAll: 'قبول الكل',
  rejectAll: 'رفض الكل',
  categories: {
    essential: {
      title: 'ضرورية',
      text: 'تذكّر هذا الاختيار، ونوع الملف الذي اخترته آخر مرة، وهل تُحفظ الملفات فور جاهزيتها، وكيف تُسمى، والمظهر الفاتح أو الداكن إذا اخترته، وهل رأيت كيفية تثبيت هذا الموقع، ونتائج علامة التبويب هذه، وقائمة التنزيلات الأخيرة إذا فعّلتها. تُحفظ في متصفحك ولا تُرسل إلينا.',
      examples:
        'مفعّلة دائمًا. الأسماء: dataConsent وconsentAsked وcookiePreferences وrecentDownloads وlastChoice وsaveWhenReady وfileNames وtheme وinstallHint وresults وhandedLink.',
    },
    analytics: {
      title: 'إحصاءات',
      text: 'تتيح لنا عدّ الصفحات والمنصات المستخدمة لنعرف ما نصلحه أولًا. لا تشمل أبدًا الروابط التي تلصقها.',
      examples: 'Google Analytics حيث يستخدمه هذا الموقع. الأسماء: _ga و_ga_ مع رقم؛ حتى {analyticsTime}.',
    },
    advertising: {
      title: 'إعلانات',
      text: 'تتيح ظهور إعلانات مُعلَّمة تدفع تكلفة الخوادم. لا تظهر أبدًا في صفحة المعاينة.',
      examples: 'Google AdSense حيث يستخدمه هذا الموقع. الأسماء: __gads و__gpi و__eoi.',
    },
    personalization: {
      title: 'تخصيص',
      text: 'يتيح لتلك الإعلانات مراعاة اهتماماتك. بدونه لا تعتمد الإعلانات على سلوكك.',
      examples: 'يسري مع الإعلانات فقط.',
    },
  },
  save: { idle: 'حفظ الإعدادات', saving: 'جارٍ الحفظ…', saved: 'تم الحفظ!', error: 'خطأ، حاول مجددًا' },
  savedOn: 'حُفظت تفضيلات ملفات الارتباط! فُعّلت الميزات المخصصة.',
  savedOff: 'حُفظت تفضيلات ملفات الارتباط! سيكون تصفحك خاصًا.',
  policy: 'ما تقوله سياسة الخصوصية عن ملفات الارتباط',
  signal: 'يرسل متصفحك إشارة Global Privacy Control. ما دام يفعل تبقى الفئات الاختيارية متوقفة مهما حُفظ هنا.',
  forget: 'انسَ اختياري الأخير',
  forgotten: 'نُسي. تقترح النتيجة التالية أفضل ملف مجددًا.',
  forgetBlocked: 'يحظر متصفحك بيانات المواقع، فلا يُخزن شيء هنا.',
  nothingToForget: 'لا يوجد اختيار ملف مخزن على هذا الجهاز.',
}
