import {
  performanceTypes,
  type PerformanceType,
  type QuizDialogCopy,
  type Scores,
} from '#contract/quiz.ts'

type Props = {
  scores: Scores
  high: PerformanceType
  dialog: Pick<QuizDialogCopy, 'lang' | 'scores' | 'axes'>
}

/** One bar for each score, from nothing to 12, in the order of the types; the type's own is gold. */
export const ScorePicture = ({ scores, high, dialog: { lang, scores: title, axes } }: Props) => (
  <svg
    className="scores"
    viewBox="0 0 400 168"
    role="img"
    lang={lang}
    aria-label={`${title}: ${performanceTypes.map((type) => `${axes[type]} ${scores[type]}`).join(', ')}`}
  >
    {performanceTypes.map((type, index) => (
      <g key={type} transform={`translate(0 ${index * 42})`}>
        <text y="14">{axes[type]}</text>
        <text x="400" y="14" textAnchor="end">
          {scores[type]}
        </text>
        <path d="M0 26H400" />
        <path
          className={type === high ? 'high' : 'score'}
          d={`M0 26H${Math.round((400 * scores[type]) / 12)}`}
        />
      </g>
    ))}
  </svg>
)
