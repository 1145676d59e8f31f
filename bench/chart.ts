export type Chart = { title: string; unit: string; bars: { label: string; value: number }[] }
