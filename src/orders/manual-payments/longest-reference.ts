/** Of money that moved past the payment providers. */
export const longestReference = 100;
