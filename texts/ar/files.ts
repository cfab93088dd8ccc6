import type { texts as english } from '../en/files.ts'
import type { In } from '../shape.ts'

export const texts: In<'ar', typeof english> = {
  made: 'ملفات صوتية أخرى',
  cover: 'صورة الغلاف',
  another: 'لغة أخرى',
  leaveOut: 'إزالة {name}',
  subtitles: {
    all: 'كل اللغات بصيغة SRT',
    saving: '{done} من {total}',
    lost: 'تعذرت قراءة: {names}',
  },
  chapters: {
    save: {
      zero: 'حفظ {n} فصل بصيغة {format}',
      one: 'حفظ فصل واحد ({n}) بصيغة {format}',
      two: 'حفظ الفصلين ({n}) بصيغة {format}',
      few: 'حفظ الفصول كلها ({n}) بصيغة {format}',
      many: 'حفظ الفصول كلها ({n}) بصيغة {format}',
      other: 'حفظ الفصول كلها ({n}) بصيغة {format}',
    },
    again: {
      zero: 'حفظ ما فشل ({n})',
      one: 'حفظ ما فشل ({n})',
      two: 'حفظ ما فشل ({n})',
      few: 'حفظ ما فشل ({n})',
      many: 'حفظ ما فشل ({n})',
      other: 'حفظ ما فشل ({n})',
    },
    asks: 'ملف مرقّم لكل فصل. قد يسألك متصفحك هل تسمح بحفظ عدة ملفات.',
    saving: 'الفصل {at} من {total}: {percent}%',
    waiting: 'يستمر بعد دقيقة.',
    saved: {
      zero: 'لم يُحفظ أي ملف ({n}).',
      one: 'حُفظ ملف واحد ({n}).',
      two: 'حُفظ ملفان ({n}).',
      few: 'حُفظت {n} ملفات.',
      many: 'حُفظ {n} ملفًا.',
      other: 'حُفظ {n} ملف.',
    },
    lost: 'لم يُحفظ: {titles}',
  },
}
