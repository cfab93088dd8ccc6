import type { texts as english } from '../../en/pages/send.ts'
import type { In } from '../../shape.ts'

export const texts: In<'zh-Hans', typeof english> = {
  title: '发送链接',
  lead: '不用复制就能把链接带到这里，有四种方法。链接会出现在输入框里，在您按“获取格式”之前，什么都不会开始。',
  onThisPage: '本页内容',
  parts: {
    address: {
      title: '加在网址前面',
      intro: '任何浏览器、任何设备都可以。',
      steps: [
        '打开视频、歌曲或单集的页面。',
        '在那个页面的网址前面加上本站的网址，中间用斜杠隔开。',
        '按回车键，链接就会出现在输入框里。',
      ],
      after: '我们认识的平台，链接开头不写 https:// 也可以。',
    },
    bookmark: {
      title: '做成书签',
      intro: '在电脑的浏览器里。',
      steps: [
        '显示书签栏：按 Ctrl+Shift+B，在 Mac 上按 Cmd+Shift+B。',
        '把这个按钮拖到书签栏上。',
        '在有内容可保存的页面上点这个书签，那个页面的链接会在新标签页里带到这里。',
      ],
      after:
        '不想拖动的话：给任意页面添加书签，编辑它，把网址换成这段文字。少数网站不允许这类书签，在那里请用第一种方法。',
    },
    iphone: {
      title: '在 iPhone 和 iPad 上',
      intro: '用 Apple 的“快捷指令”应用。',
      steps: [
        '打开“快捷指令”，轻点 +，把新的快捷指令命名为 {name}。',
        '添加操作“打开 URL”。',
        '把下面的文字粘贴到它的栏位里，并紧接着插入变量“快捷指令输入”。',
        '轻点 i，打开“在共享表单中显示”。',
        '以后在应用或 Safari 里轻点“共享”，再轻点 {name} 即可。',
      ],
      after: '在其他版本里，Apple 对这些按钮的叫法可能略有不同。',
    },
    android: {
      title: '在 Android 上',
      intro: '从其他应用的分享菜单。',
      steps: ['用 Chrome 打开本站，在菜单里选择“添加到主屏幕”。', '在其他应用里点“分享”，再点 {name}。'],
      after: '分享给已安装的本站后会自动开始，因为只有您自己能这样分享。单个内容准备好后会立即保存。',
    },
  },
  bookmark: '用 {name} 保存',
  drag: '请把这个按钮拖到书签栏上。在这里按它没有作用。',
}
