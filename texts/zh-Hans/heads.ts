import type { texts as english } from '../en/heads.ts'
import type { In } from '../shape.ts'

export const texts: In<'zh-Hans', typeof english> = {
  title: '{page} | {name}',
  platform: {
    video: '{platform} 视频下载 - 免费高清下载',
    episode: '{platform} 下载 - 免费单集下载',
    track: '{platform} 下载 - 免费 MP3 下载',
  },
  downloader: '{platform} 下载',
  descriptions: {
    video: '用 {name} 保存公开的 {platform} 视频：粘贴链接，选择格式，保存文件。免费，不用账号。',
    episode: '用 {name} 把公开的 {platform} 单集存为音频：粘贴链接，选择格式，保存文件。免费，不用账号。',
    track: '用 {name} 把公开的 {platform} 曲目存为音频：粘贴链接，选择格式，保存文件。免费，不用账号。',
    guide: '用 {name} 一步一步保存公开的视频、歌曲或单集：Windows、Mac、Android、iPhone 和 iPad。',
    help: '关于 {name} 的解答：第一步、画质与格式、链接失败怎么办、隐私，以及怎样联系我们。',
    blog: '关于保存媒体的文章：格式与编码、版权与合理使用、平台对比。',
    privacy: '{name} 保留什么、保留多久，以及绝不保留什么。写给人读的。',
    terms: '使用 {name} 的规则：可以保存什么、不允许什么，以及我们承担什么责任。',
    dmca: '怎样向 {name} 报告侵犯版权、怎样回应通知，以及每一步需要多久。',
    glossary: '编码、封装格式、码率、DRM，以及 {name} 政策中的用语，用浅白的话解释。',
    cookies: '选择 {name} 可以使用哪些可选的 Cookie。无论怎么选，下载都一样。',
  },
  pages: {
    guide: '怎样下载视频',
    help: '帮助中心',
    blog: '博客',
    privacy: '隐私政策',
    terms: '服务条款',
    dmca: 'DMCA 政策',
    glossary: '术语表',
    cookies: 'Cookie 设置',
    preview: '预览',
    missing: '找不到页面',
    making: '您的文件',
    notFound: '找不到',
    wrong: '出了点问题',
  },
  brand: {
    slogan: '粘贴链接，留住文件。',
    tagline: '以您选择的画质保存公开的视频、音乐和播客单集。不用账号，不加水印，不用安装。',
    title: '{name}：保存公开的视频和音频',
    description: '粘贴公开链接，查看格式和大小，保存文件。视频、音乐和播客，免费，不用账号。',
    keywords: '视频下载, 音频下载, 播客下载, mp4, mp3',
  },
}
