/** PHASE-4: a section's call to action that leads to the hero's form. */
export const ToTheForm = ({
  cta,
  children,
}: {
  cta: 'social-proof-cta' | 'product-cta'
  children: string
}) => (
  <a className="btn" data-look="line" data-cta={cta} href="#hero-email">
    {children}
  </a>
)
