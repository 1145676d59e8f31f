import type { ReactNode } from 'react'
import type { SectionCopies } from '#contract/campaign/sections.ts'
import { SignupForm, type SignupFormProps } from '#page/signup/signup-form.island.tsx'
import { grouped } from '#page/browser/numbers.ts'
import { useHydrated } from '#page/browser/use-hydrated.ts'
import { Clock } from '#page/figures/clock.tsx'
import { showFigures } from '#page/figures/show-figures.ts'
import { Urgency, useLevel } from '#page/figures/urgency.tsx'
import { ErrorBoundary } from '#page/ui/error-boundary.tsx'
import { Assembled } from './assembled.tsx'

export type FinalBlockProps = {
  copy: Pick<SectionCopies['final'], 'title' | 'text' | 'levels' | 'closes' | 'units' | 'figure'>
  /** null: no clock and no words about it */
  startS: number | null
  share: number
  /** along the drawing, as its dimension */
  counts: { registered: number; goal: number } | null
  form: SignupFormProps
}

/**
 * FLOW-4: served as the final call to action alone, with the places of what its chunk brings.
 * Alive, it fills them; the form is the same element before and after, so that what was typed, and
 * the focus, are where they were.
 */
export function FinalBlock({ copy, startS, share, counts, form }: FinalBlockProps) {
  const hydrated = useHydrated()
  return (
    <>
      {startS !== null && (
        <>
          <div className="urgency-place body">
            {hydrated && (
              <Part>
                <Urgency startS={startS} texts={copy.levels} />
              </Part>
            )}
          </div>
          <div className="countdown body" data-type="countdown-timer">
            <p className="label">{hydrated && copy.closes}</p>
            <div>
              {hydrated && (
                <Part>
                  <AccessTimer copy={copy} startS={startS} />
                </Part>
              )}
            </div>
          </div>
        </>
      )}
      <div className="figure-two">
        <div>
          {hydrated && (
            <Part>
              <Assembled share={share} name={copy.figure} />
              {counts && (
                <p className="dimension">
                  {grouped(counts.registered)} / {grouped(counts.goal)}
                </p>
              )}
            </Part>
          )}
        </div>
        <p className="label" aria-hidden="true">
          {copy.figure}
        </p>
      </div>
      <h2 className="a" id="final-title">
        {copy.title}
      </h2>
      <div className="b stack">
        <p>{copy.text}</p>
        <SignupForm {...form} />
      </div>
    </>
  )
}

/** TIME-1, TIME-3. Its accessible name is the text of the urgency banner. */
const AccessTimer = ({
  copy: { levels, units },
  startS,
}: Pick<FinalBlockProps, 'copy'> & { startS: number }) => (
  <div ref={showFigures}>
    <Clock name={levels[useLevel(startS)]} units={units} leftS={startS} fromLoad />
  </div>
)

/**
 * A failure beside the form does not remove the form: the panel replaces the failed part (FLOW-3).
 */
const Part = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary section="final">{children}</ErrorBoundary>
)
