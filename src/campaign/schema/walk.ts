import type { z } from 'zod'
import { textRules, type TextRule } from './text.ts'

type Schema = z.core.$ZodType

/** The declaration of a part without null, undefined and readonly; each of a value or its sample. */
const partsOf = (schema: Schema): z.core.$ZodTypes[] => {
  const part = partOf(schema)
  return part._zod.def.type === 'union' ? part._zod.def.options.flatMap(partsOf) : [part]
}

function partOf(schema: Schema): z.core.$ZodTypes {
  const part = schema as z.core.$ZodTypes
  const { def } = part._zod
  return 'innerType' in def ? partOf(def.innerType) : part
}

// Each schema here was made by zod's classic interface, of which the core's types say nothing.
const ruleOf = (part: Schema) => textRules.get(part as z.ZodType)

/** The declaration of what is at a key of a part, or undefined if it declares no such key. */
function declaredAt(schema: Schema, name: string): Schema | undefined {
  const parts = partsOf(schema)
  if (parts.length > 1) return parts.map((part) => declaredAt(part, name)).find(Boolean)
  const { def } = parts[0]!._zod
  if (def.type === 'object') return def.shape[name]
  if (def.type === 'array') return def.element
  if (def.type === 'tuple') return def.items[Number(name)] ?? def.rest ?? undefined
  return def.type === 'record' ? def.valueType : undefined
}

/** The keys that the part at this path declares. */
export function keysAt(schema: Schema, path: readonly PropertyKey[]): string[] {
  const at = path.reduce<Schema | undefined>(
    (part, name) => part && declaredAt(part, String(name)),
    schema,
  )
  const def = at && partOf(at)._zod.def
  return def?.type === 'object' ? Object.keys(def.shape) : []
}

export type DeclaredText = { key: string; text: string; rule: TextRule }

/** Each text of a value, with its key and what is declared of it. */
export function textsIn(schema: Schema, value: unknown, key = ''): DeclaredText[] {
  const [part] = partsOf(schema)
  const rule = ruleOf(part!)
  if (typeof value === 'string') return rule ? [{ key, text: value, rule }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const declared = part!._zod.def.type === 'custom' ? part : declaredAt(schema, name)
    return declared ? textsIn(declared, inner, key ? `${key}.${name}` : name) : []
  })
}

/** The rule of each text that a schema declares. */
export function rulesIn(schema: Schema): TextRule[] {
  const part = partOf(schema)
  const own = ruleOf(part)
  const { def } = part._zod
  const inner: readonly (Schema | null)[] =
    def.type === 'object'
      ? Object.values(def.shape)
      : def.type === 'array'
        ? [def.element]
        : def.type === 'tuple'
          ? [...def.items, def.rest]
          : def.type === 'record'
            ? [def.valueType]
            : def.type === 'union'
              ? def.options
              : []
  return [...(own ? [own] : []), ...inner.flatMap((one) => (one ? rulesIn(one) : []))]
}
