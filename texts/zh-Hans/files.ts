import type { texts as english } from '../en/files.ts'
import type { In } from '../shape.ts'

export const texts: In<'zh-Hans', typeof english> = {
  made: '其他音频文件',
  cover: '封面',
  another: '再加一种语言',
  leaveOut: '去掉 {name}',
  subtitles: {
    all: '全部语言，SRT',
    saving: '{done} / {total}',
    lost: '无法读取：{names}',
  },
  chapters: {
    save: { other: '把全部 {n} 章各存为 {format}' },
    again: { other: '重新保存失败的 {n} 章' },
    asks: '每章一个文件，带编号。浏览器可能会询问是否允许保存多个文件。',
    saving: '第 {at} 章，共 {total} 章：{percent}%',
    waiting: '一分钟后继续。',
    saved: { other: '已保存 {n} 个文件。' },
    lost: '未保存：{titles}',
  },
}
