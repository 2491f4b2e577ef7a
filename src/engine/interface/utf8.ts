/** Maximum number of bytes that a character of a string, a UTF-16 code unit, takes in UTF-8. */
export const maxEncoded = 3;
