SELECT 'one' 
 'two'