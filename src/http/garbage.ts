/** What `fault=garbage` sends instead of the body: no JSON, whatever a parser forgives. */
export const garbageBody = '{"id":1,"name":"\u0000\uFFFD<html><body>502 Bad Gate';
