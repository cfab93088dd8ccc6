import type { texts as english } from '../en/files.ts'
import type { In } from '../shape.ts'

export const texts: In<'zh-Hans', typeof english> = {
  made: '其他音频文件',
  cover: '封面',
  another: '再加一种语言',
  leaveOut: '去掉 {name}',
}
