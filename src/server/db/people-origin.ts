/**
 * DASH-9: where a person came from, as one text: a kind (`utm`, `referrer`, `import`) and a name, or
 * `direct`, `operator` or `other`. A name with an at sign could be an address and counts as `other`.
 * An index contains this expression: another text needs another index.
 */
export const peopleOrigin = `case
  when placement = 'operator' then 'operator'
  when replace(source, '@', '') <> source then 'other'
  when placement = 'import' then 'import ' || source
  when source <> '' then 'utm ' || source
  when "referrerHost" <> '' then 'referrer ' || "referrerHost"
  else 'direct' end`
