import { unitParts } from '#campaign/copy/interface.ts'

/** The product, taken apart on its axis: decoration, so hidden from assistive technology. */
export const Unit = () => (
  <div className="unit" aria-hidden="true">
    <svg viewBox="0 0 210 560">
      <path className="axis" d="M118 0V1200" />
      <Seal />
      <Collar />
      <Barrel />
    </svg>
    {unitParts.map(({ name, line, redacted }, index) => (
      <p key={name} className="call" data-part={index + 1}><b>{name}</b>{line}{redacted && <span className="redacted" />}</p>
    ))}
  </div>
)

const Seal = () => (
  <>
    <path className="solid" d="M106 100V88C106 76 94 70 94 50C94 26 110 22 115 4h6C126 22 142 26 142 50C142 70 130 76 130 88V100a12 3.5 0 0 1-24 0" />
    <path className="thin" d="M106 88a12 3.5 0 0 0 24 0M94 50a24 6.5 0 0 0 48 0M106 100a12 3.5 0 0 1 24 0M100 40c1-6 5-9 8-13M142 29H210M118 142H210" />
    <path className="behind" d="M94 50a24 6.5 0 0 1 48 0" />
  </>
)

const Collar = () => (
  <>
    <path className="solid" d="M76 132v28a42 11 0 0 0 84 0v-28a42 11 0 0 0-84 0" />
    <path className="thin" d={ribs()} />
    <ellipse className="solid" cx="118" cy="132" rx="42" ry="11" />
    <ellipse className="solid" cx="118" cy="132" rx="30" ry="7.5" />
    <path className="thin" d="M90 135a30 7.5 0 0 1 56 0" />
  </>
)

const Barrel = () => (
  <>
    <path className="solid" d="M52 212V516a66 17 0 0 0 132 0V212a66 17 0 0 0-132 0" />
    <ellipse cx="118" cy="212" rx="66" ry="17" />
    <ellipse className="thin" cx="118" cy="212" rx="58" ry="14" />
    <path className="thin" d="M60 214V510a58 14.5 0 0 0 116 0V214M52 516a66 17 0 0 0 132 0" />
    <path className="behind" d="M60 508a58 14.5 0 0 1 116 0" />
    <path className="thin" opacity=".75" d={hatch()} />
    <path className="dots" d="M62.2 263.1V504.2M67.5 267.5V508.6M79.3 271.3V512.4M96 273.9V515M115.5 274.9V516M135.3 274.3V515.4M152.9 272.1V513.2M166.1 268.6V509.7M173.1 264.2V505.3" />
    <path className="dots" strokeDashoffset="4.75" d="M64 265.4V506.5M72.7 269.5V510.6M87.1 272.7V513.8M105.5 274.6V515.7M125.5 274.8V515.9M144.5 273.3V514.4M160.2 270.5V511.6M170.4 266.5V507.6" />
    <ellipse className="level" cx="118" cy="254.9" rx="58" ry="14" />
    <path className="thin" d={ticks()} />
  </>
)

const round = (value: number) => Math.round(value * 10) / 10

/** 21 ribs around the collar, closer together towards its edges. */
const ribs = () =>
  Array.from({ length: 21 }, (_, index) => ((index + 1) * 8 + 2) * (Math.PI / 180))
    .map((angle) => `M${round(118 - 42 * Math.cos(angle))} ${round(132 + 11 * Math.sin(angle))}v28`)
    .join('')

const hatch = () => Array.from({ length: 33 }, (_, index) => `M176 ${230 + 9 * index}l8-8`).join('')

const ticks = () => Array.from({ length: 20 }, (_, index) => `M52 ${491 - 14 * index}h${index % 5 === 4 ? -14 : -6}`).join('')
