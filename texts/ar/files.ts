import type { texts as english } from '../en/files.ts'
import type { In } from '../shape.ts'

export const texts: In<'ar', typeof english> = {
  made: 'ملفات صوتية أخرى',
  cover: 'صورة الغلاف',
  another: 'لغة أخرى',
  leaveOut: 'إزالة {name}',
}
