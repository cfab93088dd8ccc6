import type { texts as english } from '../en/watch.ts'
import type { In } from '../shape.ts'

export const texts: In<'ar', typeof english> = {
  watch: 'شاهد {title}',
  listen: 'استمع إلى {title}',
  clip: 'مقطع',
  chapters: {
    zero: 'لا فصول',
    one: 'فصل واحد',
    two: 'فصلان',
    few: '{n} فصول',
    many: '{n} فصلًا',
    other: '{n} فصل',
  },
  subtitles: {
    zero: 'لا ترجمة',
    one: 'ترجمة واحدة',
    two: 'ترجمتان',
    few: '{n} ترجمات',
    many: '{n} ترجمة',
    other: '{n} ترجمة',
  },
  downloadClip: 'تنزيل مقطع {length}',
  moment: 'لحظة…',
  qualityOfAll: 'جودة الكل',
  suggested: 'مقترحة',
  savedZips: {
    zero: 'حُفظت {items} عناصر.',
    one: 'حُفظت {items} عناصر في ملف ZIP واحد.',
    two: 'حُفظت {items} عناصر في ملفي ZIP.',
    few: 'حُفظت {items} عناصر في {n} ملفات ZIP.',
    many: 'حُفظت {items} عناصر في {n} ملف ZIP.',
    other: 'حُفظت {items} عناصر في {n} ملف ZIP.',
  },
  start: 'البداية',
  end: 'النهاية',
  startHandle: 'بداية المقطع',
  endHandle: 'نهاية المقطع',
  whole: 'الفيديو كله',
  minute: 'حول {time}',
}
