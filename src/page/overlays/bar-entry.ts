import type { ComponentType } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import type { SignupFormProps } from '#page/signup/signup-form.island.tsx'
import type { CounterRule } from '#page/urgency/use-counter.ts'
import type { BarPlace, BarState } from './bar-coordinator.ts'

/** What travels with the page, for all bars. */
export type BarsProps = {
  words: NonNullable<Campaign['sections']['bars']>
  spots: CounterRule
  served: SignupFormProps['served']
}

export type BarViewProps = Pick<BarsProps, 'words' | 'spots'> & {
  state: BarState
  form: Pick<SignupFormProps, 'served' | 'onAnother'>
  onFold: () => void
  onClose: () => void
}

/** A bar: its key, how it comes to be asked for, and its view. */
export type BarEntry = {
  key: string
  /** asks at its moment; returns how to stop */
  watch: (place: BarPlace) => () => void
  /** what else happens when the visitor closes it */
  closed?: (props: BarsProps) => void
  View: ComponentType<BarViewProps>
}
