/** It fills from right to left, as the level rises. */
export function LyingBar({ share }: { share: number }) {
  const width = 840 * Math.min(1, Math.max(0, share))
  const level = Math.round((1_050 - width) * 10) / 10
  return (
    <>
      <rect className="solid" x="210" y="36" width="840" height="128" />
      {share > 0 && <rect className="level" x={level} y="36" width={1_050 - level} height="128" />}
      <path className="accent" d={`M${level} 36V164`} />
      <path className="end" d="M210 128V164" />
    </>
  )
}
