import type { texts as english } from '../en/offline.ts'
import type { In } from '../shape.ts'

export const texts: In<'zh-Hans', typeof english> = {
  title: '您处于离线状态',
  text: '页面、格式和文件都来自互联网，而此设备目前无法连接。请检查网络后重试。',
  again: '重试',
}
