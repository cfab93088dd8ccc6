import type { Format, VideoInfo } from '#contract/api.ts'
import { useFigures } from '../../app/figures.ts'
import { useTexts } from '../../app/texts.ts'
import { kindOf, shortSizeOf } from '../format-name.ts'
import css from './audio-halves.module.css'
import { SaveButton } from './save-button.tsx'

type Props = { info: VideoInfo; sounds: readonly Format[]; onStart: (format: Format) => void }

/** The sound of a video as it is published and, where that is no MP3, as MP3. */
export function AudioHalves({ info, sounds, onStart }: Props) {
  const { audioOnly } = useTexts('result')
  const figures = useFigures()
  return (
    <div className={css.halves}>
      {sounds.map((one) => (
        <SaveButton key={one.key} info={info} format={one} icon="note" onStart={onStart}>
          <span className="vh">{audioOnly} </span>
          {kindOf(one)}
          <span className="vh">, </span>
          <small>{shortSizeOf(one, figures)}</small>
        </SaveButton>
      ))}
    </div>
  )
}
