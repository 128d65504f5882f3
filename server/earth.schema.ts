/** Of a sphere of the earth's volume. */
export const earthRadiusKilometers = 6371;
