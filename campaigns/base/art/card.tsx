import { LyingBar } from './lying-bar.tsx'

export const CardFigure = ({ share }: { share: number }) => (
  <>
    <path className="axis" d="M0 100H1200" />
    <path className="solid" d="M30 64H150V136H30zM150 80H210V120H150zM1050 56H1110V144H1050z" />
    <LyingBar share={share} />
  </>
)
