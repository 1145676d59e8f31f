import { LyingBar } from './lying-bar.tsx'

/** The bar, lying, between its lid and its foot. */
export const Assembled = ({ share }: { share: number }) => (
  <>
    <g data-join="1">
      <rect className="solid" x="30" y="64" width="120" height="72" />
    </g>
    <g data-join="2">
      <rect className="solid" x="150" y="80" width="60" height="40" />
    </g>
    <LyingBar share={share} />
    <g data-join="4">
      <rect className="solid" x="1050" y="56" width="60" height="88" />
    </g>
    <g data-join="5">
      <rect className="solid" x="1110" y="64" width="60" height="72" />
    </g>
    <path className="thin" d="M30 146V222M1170 146V222M30 212H1170" />
  </>
)
