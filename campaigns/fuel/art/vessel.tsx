/** The outline of the charge (charge.ts). What fills it is that of Fig. 1. */
export const Vessel = () => (
  <>
    <path
      strokeWidth="2"
      d="M112 8c0-7 12-7 12 0c2 36 16 58 17 88c0 24-10 28-10 46c0 26 53 36 53 70V508a66 24 0 0 1-132 0V212c0-34 53-44 53-70c0-18-10-22-10-46c1-30 15-52 17-88M106 142h24"
    />
    <use className="dots" href="#fill" />
  </>
)
