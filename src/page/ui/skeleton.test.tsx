import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Skeleton } from './skeleton.tsx'

test.each(['hero', 'card', 'text', 'avatar'] as const)(
  '[FLOW-2] there is a skeleton for %s',
  (variant) => {
    expect(renderToStaticMarkup(<Skeleton variant={variant} />)).toMatch(
      new RegExp(
        `^<div class="skeleton" data-variant="${variant}" aria-hidden="true"><span data-line=`,
      ),
    )
  },
)
