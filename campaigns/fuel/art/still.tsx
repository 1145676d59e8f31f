/** The core, enlarged. */
export const Still = () => (
  <>
    <g className="rings">
      {rings.map(({ radius, width, dash, tone = 'accent', opacity, flat }) => (
        <circle
          key={`${radius}${tone}`}
          className={tone}
          cx="930"
          cy="270"
          r={radius}
          strokeWidth={width}
          strokeDasharray={dash}
          opacity={opacity}
          strokeLinecap={flat ? 'butt' : 'round'}
        />
      ))}
    </g>
    <path className="axis" d="M0 270H1260M930 0V540" />
  </>
)

type Ring = {
  radius: number
  width: number
  dash?: string
  tone?: 'thin' | 'knock'
  opacity?: number
  flat?: true
}

const rings: readonly Ring[] = [
  { radius: 470, width: 36, dash: '0 46.14', tone: 'thin', opacity: 0.8 },
  { radius: 470, width: 33.6, dash: '0 46.14', tone: 'knock' },
  { radius: 404, width: 74, dash: '2 24', tone: 'thin', opacity: 0.5, flat: true },
  { radius: 334, width: 27, dash: '0 36.18', tone: 'thin' },
  { radius: 334, width: 24.4, dash: '0 36.18', tone: 'knock' },
  { radius: 256, width: 1, tone: 'thin', opacity: 0.5 },
  { radius: 232, width: 5, dash: '0 19.6', opacity: 0.5 },
  { radius: 190, width: 5, dash: '0 19.9', opacity: 0.6 },
  { radius: 148, width: 5, dash: '0 19.4', opacity: 0.7 },
  { radius: 106, width: 5, dash: '0 19', opacity: 0.8 },
  { radius: 64, width: 5, dash: '0 19.1', opacity: 0.9 },
  { radius: 24, width: 5, dash: '0 18.85' },
]
