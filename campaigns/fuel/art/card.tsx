/** The unit, assembled, whose barrel goes from 0 at x = 770 to the goal at x = 330. */
export function CardFigure({ share }: { share: number }) {
  const level = Math.round((770 - 440 * Math.min(1, Math.max(0, share))) * 10) / 10
  return (
    <>
      <path className="axis" d="M0 100H1200" />
      <path className="solid" d={seal} />
      <path className="solid" d={cases} />
      <path className="thin" d={strokes} />
      <path className="dots" d={dots(level + 7, 60, 5)} />
      <path className="dots" d={dots(level + 12, 68, 4)} />
      <path className="accent" d={`M${level} 36V164M962 88h22v24h-22z`} />
      <path className="end" d="M330 128V164" />
    </>
  )
}

const every = (
  count: number,
  from: number,
  by: number,
  draw: (at: number, index: number) => string,
) => Array.from({ length: count }, (_, index) => draw(from + by * index, index)).join('')

const dots = (from: number, y: number, rows: number) =>
  768 - from > 0 ? every(rows, y, 16, (at) => `M${from} ${at}H768`) : ''

const seal =
  'M30 96v8C52 110 58 128 92 128C124 128 132 116 150 116H200V84H150C132 84 124 72 92 72C58 72 52 90 30 96'
const cases =
  'M200 58h64v84h-64zM264 36H790V164H264zM790 46H915V154H790zM915 36H1000V164H915zM1000 36H1150l20 14V150l-20 14H1000z'
const strokes =
  every(9, 206, 6, (x) => `M${x} 62V138`) +
  'M92 72V128M150 84V116M164 84V116M264 46H790M264 154H790M778 46V154' +
  every(
    41,
    330,
    11,
    (x, index) => `M${x} 150v-${index % 10 === 0 ? 22 : index % 5 === 0 ? 15 : 9}`,
  ) +
  every(12, 800, 9, (x) => `M${x} 54l5 92`) +
  'M928 36V164M942 36V164M1150 36V164' +
  every(15, 1_010, 8, (x) => `M${x} 42V158`)
