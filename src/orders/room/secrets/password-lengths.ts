/** In characters; pages import this file without the schema. */
export const longestPasswordFields = { label: 100, userName: 200, address: 500, password: 2000 };
