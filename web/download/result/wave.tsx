import css from './wave.module.css'

const bars = [
  38, 55, 78, 78, 87, 95, 80, 92, 94, 98, 73, 85, 84, 132, 143, 114, 199, 211, 185, 139, 119, 144, 101, 99,
  94, 81, 101, 105, 132, 122, 134, 127, 134, 114, 95, 111, 93, 71, 54, 38, 29, 23, 23, 23, 23,
]
const PLAYED = 18
const STEP = 9.35

export function Wave() {
  return (
    <svg className={css.wave} viewBox="0 0 430 232" preserveAspectRatio="none" aria-hidden="true">
      {bars.map((height, index) => (
        <rect
          key={index}
          className={index < PLAYED ? css.played : undefined}
          x={((index < PLAYED ? index : index + 1) * STEP).toFixed(1)}
          y={232 - height}
          width="5.2"
          height={height}
          rx="1.5"
        />
      ))}
      <rect className={css.head} x="169.9" y="0" width="2.5" height="232" />
    </svg>
  )
}
