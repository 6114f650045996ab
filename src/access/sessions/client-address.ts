/**
 * Header with the client's IP address for better-auth's rate limits. `identify` replaces a value
 * from the client.
 */
export const clientAddressHeader = "x-furrow-client-address";
