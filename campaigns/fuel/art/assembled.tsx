import { tenth } from '#contract/text.ts'

/** The unit, put together, with the same level on its barrel. */
export function Assembled({ share }: { share: number }) {
  const level = tenth(770 - 440 * share)
  return (
    <>
      <path className="axis" d="M0 100H1200" />
      <g data-join="1">
        <path
          className="solid"
          d="M30 96v8C52 110 58 128 92 128C124 128 132 116 150 116H200V84H150C132 84 124 72 92 72C58 72 52 90 30 96"
        />
        <path className="thin" d="M92 72V128M150 84V116M164 84V116" />
      </g>
      <g data-join="2">
        <path className="solid" d="M200 58h64v84h-64z" />
        <path className="thin strokes" strokeWidth="76" strokeDasharray="1 5" d="M206 100H255" />
      </g>
      <Barrel level={level} isEmpty={share <= 0} />
      <g data-join="4">
        <path className="solid" d="M790 46H915V154H790z" />
        <path
          className="thin"
          d={Array.from({ length: 12 }, (_, turn) => `M${800 + 9 * turn} 54l5 92`).join('')}
        />
      </g>
      <g data-join="5">
        <path className="solid" d="M915 36H1000V164H915z" />
        <path className="thin" d="M928 36V164M942 36V164" />
        <path className="accent" d="M962 88h22v24h-22z" />
      </g>
      <g data-join="6">
        <path className="solid" d="M1000 36H1150l20 14V150l-20 14H1000z" />
        <path
          className="thin strokes"
          strokeWidth="116"
          strokeDasharray="1 7"
          d="M1009.5 100H1131"
        />
        <path className="thin" d="M1150 36V164" />
      </g>
      <path
        className="thin"
        d="M30 116V222M1170 164V222M30 212H1170M42 207l-12 5 12 5M1158 207l12 5-12 5"
      />
    </>
  )
}

const Barrel = ({ level, isEmpty }: { level: number; isEmpty: boolean }) => (
  <>
    <path className="solid" d="M264 36H790V164H264z" />
    <path className="thin" d="M264 46H790M264 154H790M778 46V154" />
    <path className="thin strokes" strokeWidth="9" strokeDasharray="1 10" d="M329.5 145.5H771" />
    <path className="thin strokes" strokeWidth="15" strokeDasharray="1 54" d="M329.5 142.5H771" />
    {!isEmpty && (
      <>
        <path className="dots" d={lines([60, 76, 92, 108, 124], level + 7)} />
        <path className="dots" d={lines([68, 84, 100, 116], level + 12)} />
      </>
    )}
    <path className="accent" d={`M${level} 36V164`} />
    <path className="end" d="M330 128V164" />
  </>
)

const lines = (heights: readonly number[], from: number) =>
  heights.map((y) => `M${from} ${y}H768`).join('')
