import { Assembled as Drawing } from '#art'

/** Figure 2. Its box has its height before it is drawn. styles/unit-motion.css moves its groups. */
export const Assembled = ({ share, name }: { share: number; name: string }) => (
  <svg className="assembled" viewBox="0 0 1200 230" role="img" aria-label={name}>
    <Drawing share={share} />
  </svg>
)
