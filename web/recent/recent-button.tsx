import { lazy, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Optional } from '../parts/optional.tsx'
import { prepareTexts, useTexts } from '../app/texts.ts'
import shell from '../app/shell.module.css'

const RecentList = lazy(async () => {
  const [{ RecentList: List }] = await Promise.all([import('./recent-list.tsx'), prepareTexts('recent')])
  return { default: List }
})

export function RecentButton() {
  const [opened, setOpened] = useState(0)
  return (
    <>
      <button
        type="button"
        className={`icon-btn ${shell.clock}`}
        popoverTarget="recent"
        aria-label={useTexts('ui').recentDownloads}
      >
        <Icon name="clock" />
      </button>
      <div
        className={`${shell.pop} ${shell.recent}`}
        id="recent"
        popover="auto"
        onToggle={(event) => event.newState === 'open' && setOpened(opened + 1)}
      >
        {opened > 0 && (
          <Optional isOpened>
            <RecentList key={opened} />
          </Optional>
        )}
      </div>
    </>
  )
}
