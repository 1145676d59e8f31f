/**
 * `name` is empty for `direct` and `other`. For `import` it is the source in the file, or empty.
 */
export const sourceKinds = ['utm', 'referrer', 'direct', 'other', 'import'] as const
export type SourceKind = (typeof sourceKinds)[number]
export type Source = { kind: SourceKind; name: string }

/**
 * DASH-9: `utm_source`, else the referrer's host, else direct. A name with an at sign could be an
 * address and is counted as `other`.
 */
export function sourceOf({
  source,
  referrer_host: referrer = '',
  placement,
}: {
  source: string
  referrer_host?: string
  placement: string
}): Source {
  const kind = placement === 'import' ? 'import' : source ? 'utm' : referrer ? 'referrer' : 'direct'
  const name = kind === 'referrer' ? referrer : source
  return name.includes('@') ? other : { kind, name }
}

export const other: Source = { kind: 'other', name: '' }

export const isNamed = ({ name }: Source) => name !== ''
export const keyOf = ({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`
