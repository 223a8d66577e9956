import { expect, test } from 'vitest';
import { firstNameOf } from './first-name.ts';

test.each([
  ['María José Soto', 'María'],
  [' ÍÑIGO  ARCE ', 'ÍÑIGO'],
  ['rosa', 'rosa'],
  ['ANA SOTO', 'ANA'],
  ['Segundo Muñoz', 'Segundo'],
  ["D'Angelo Ríos", "D'Angelo"],
  ['李 明', '李'],
  ['Comprador 7k2', 'Comprador'],
  ['María de los Ángeles Villa', 'María'],
])('%s is greeted as %s', (fullName, firstName) => {
  expect(firstNameOf(fullName)).toBe(firstName);
});

test.each([
  'Comando Mujeres de Ñuble',
  'COMANDO ÑUBLE',
  'Club Deportivo Ñublense',
  'Compañía de Bomberos',
  'agrupación folclórica Raíces',
  'Los Prisioneros',
  '4°B Liceo A-7',
  '8vo básico',
  'JJVV Villa Sur',
  'JJVV',
  'ONG Ríos Libres',
  'Diseños Rosa SpA',
  'Rosa y Ana Ltda.',
  'Sra. Rosa Soto',
  'J. Soto',
  'Flia. Pérez',
  'Ilustre Municipalidad de Chillán',
  'Segunda Compañía de Bomberos',
  'Egresados 2005',
  'Mujeres de Ñuble',
  'Cruz Roja',
  'Pequeños Scouts',
  '🎉',
  '',
])('%s is greeted without a name', (fullName) => {
  expect(firstNameOf(fullName)).toBeNull();
});
