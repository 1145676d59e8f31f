export type SkeletonVariant = 'hero' | 'card' | 'text' | 'avatar'

const lines: Record<SkeletonVariant, readonly string[]> = {
  hero: ['label', 'headline', 'headline', 'control'],
  card: ['label', 'number', 'text'],
  text: ['text', 'text', 'short'],
  avatar: ['round', 'label', 'short'],
}

/** FLOW-2: stands where a section's content is on its way. */
export const Skeleton = ({ variant }: { variant: SkeletonVariant }) => (
  <div className="skeleton" data-variant={variant} aria-hidden="true">
    {lines[variant].map((line, index) => (
      <span key={index} data-line={line} />
    ))}
  </div>
)
